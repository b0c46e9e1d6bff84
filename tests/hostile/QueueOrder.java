// What a priority queue is ordered by changes while it waits in there.
import java.util.PriorityQueue;

public class QueueOrder {
    static final class Job implements Comparable<Job> {
        final String name;
        int urgency;

        Job(String name, int urgency) {
            this.name = name;
            this.urgency = urgency;
        }

        @Override
        public int compareTo(Job other) {
            return Integer.compare(other.urgency, urgency);
        }
    }

    private final PriorityQueue<Job> jobs = new PriorityQueue<>();

    void raise(Job job) {
        job.urgency += 10; // BUG
        // GOOD: jobs.remove(job); job.urgency += 10; jobs.add(job);
    }

    String next() {
        return jobs.remove().name;
    }

    String all() {
        StringBuilder names = new StringBuilder();
        while (!jobs.isEmpty()) {
            names.append(next()).append(' ');
        }
        return names.toString();
    }

    public static void main(String[] args) {
        QueueOrder queue = new QueueOrder();
        Job last = new Job("last", 1);
        queue.jobs.add(new Job("first", 5));
        queue.jobs.add(new Job("second", 3));
        queue.jobs.add(last);
        queue.raise(last);
        System.out.println(queue.all());
    }
}
