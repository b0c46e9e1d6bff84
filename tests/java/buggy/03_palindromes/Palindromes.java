/** Finds the longest palindrome in a word by growing it around each centre. */
public class Palindromes {
    static String longest(String word) {
        String best = "";
        for (int centre = 0; centre < word.length(); centre++) {
            String odd = longestAround(word, centre, centre);
            String even = longestAround(word, centre, centre + 1);
            if (odd.length() > best.length()) {
                best = odd;
            }
            if (even.length() > best.length()) {
                best = even;
            }
        }
        return best;
    }

    static String longestAround(String word, int left, int right) {
        while (left > 0 && right < word.length() && word.charAt(left) == word.charAt(right)) {
            left--;
            right++;
        }
        if (left + 1 > right) {
            return "";
        }
        return word.substring(left + 1, right);
    }

    static boolean isPalindrome(String text) {
        String reversed = new StringBuilder(text).reverse().toString();
        return reversed.equals(text);
    }

    public static void main(String[] args) {
        String[] words = {"xabbay", "level", "java"};
        for (String word : words) {
            String found = longest(word);
            System.out.println(word + ": " + found + (isPalindrome(found) ? "" : "?"));
        }
    }
}
