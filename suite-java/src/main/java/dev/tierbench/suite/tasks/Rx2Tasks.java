package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Tally;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/** RxJava 2: a Single for each task blocks a thread of the io scheduler; zipped, as published. */
final class Rx2Tasks extends EchoTasks {

  Rx2Tasks(Settings settings, int cap) throws SQLException {
    super(settings, cap, Setup.unbounded("rx io", new Library("rxjava2", Single.class)));
  }

  @Override
  protected void run(int size, boolean serial, Tally tally) {
    List<Single<Integer>> all =
        IntStream.range(0, size).mapToObj(index -> task(index, tally)).toList();
    if (serial) {
      all.forEach(task -> task.ignoreElement().blockingAwait());
    } else {
      Single.zip(all, ended -> ended.length).ignoreElement().blockingAwait();
    }
  }

  private Single<Integer> task(int index, Tally tally) {
    return Single.fromCallable(
            () -> {
              block(index, tally);
              return index;
            })
        .subscribeOn(Schedulers.io());
  }
}
