/** The height of a binary tree. Every call of height on a node runs the same lines; only some of the calls are wrong. */
public class TreeHeight {
    static final class Node {
        final String name;
        final Node left;
        final Node right;

        Node(String name, Node left, Node right) {
            this.name = name;
            this.left = left;
            this.right = right;
        }
    }

    public static void main(String[] args) {
        Node deep = new Node("g", new Node("h", null, null), null);
        Node right = new Node("c", new Node("f", null, null), deep);
        Node left = new Node("b", new Node("d", null, null), new Node("e", null, null));
        Node root = new Node("a", left, right);
        System.out.println("height " + height(root));
    }

    static int height(Node node) {
        if (node == null) {
            return 0;
        }
        int left = height(node.left);
        int right = height(node.right);
        int longer = left > right ? left : right;
        return longer + 1;
    }
}
