package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Tally;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/** RxJava 3, in the form of {@link Rx2Tasks}. */
final class Rx3Tasks extends EchoTasks {

  Rx3Tasks(Settings settings) throws SQLException {
    super(settings, 0, Setup.unbounded("rx io", new Library("rxjava3", Single.class)));
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
