// Removing from a linked list loses its tail.
public class LinkedNodes {
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node remove(Node node, int value) {
        if (node == null) {
            return null;
        }
        if (node.value == value) {
            return null; // BUG
            // GOOD: return node.next;
        }
        node.next = remove(node.next, value);
        return node;
    }

    static int sum(Node node) {
        int sum = 0;
        for (Node n = node; n != null; n = n.next) {
            sum += n.value;
        }
        return sum;
    }

    public static void main(String[] args) {
        Node list = new Node(1, new Node(2, new Node(3, null)));
        System.out.println(sum(remove(list, 2)));
    }
}
