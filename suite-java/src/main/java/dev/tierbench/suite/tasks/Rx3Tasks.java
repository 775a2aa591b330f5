package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** RxJava 3, in the form of {@link Rx2Tasks}. */
final class Rx3Tasks implements Work {

  private final int cap;
  private EchoTasks tasks;

  Rx3Tasks(int cap) {
    this.cap = cap;
  }

  @Override
  public void open(Settings settings) throws SQLException {
    tasks = EchoTasks.open(settings, cap);
  }

  @Override
  public Setup setup() {
    return tasks.setup("rx io", OptionalInt.empty(), new Library("rxjava3", Single.class));
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    Tally tally = tasks.begin(sink, size);
    List<Single<Integer>> all =
        IntStream.range(0, size).mapToObj(index -> task(index, tally)).toList();
    if (TasksStudy.isSerial(studyCase)) {
      all.forEach(task -> task.ignoreElement().blockingAwait());
    } else {
      Single.zip(all, ended -> ended.length).ignoreElement().blockingAwait();
    }
    return tally.await();
  }

  private Single<Integer> task(int index, Tally tally) {
    return Single.fromCallable(
            () -> {
              tasks.block(index, tally);
              return index;
            })
        .subscribeOn(Schedulers.io());
  }

  @Override
  public OptionalLong writerNanosPerOperation() {
    return tasks.writerNanosPerOperation();
  }

  @Override
  public void close() throws SQLException {
    tasks.close();
  }
}
