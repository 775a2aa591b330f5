package dev.tierbench.observer.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.observer.bpf.Assembler.Condition;
import dev.tierbench.observer.bpf.Assembler.Register;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The bytes are those that {@code llvm-objdump} shows for the same instructions. */
class AssemblerTest {

  private static String hex(Assembler program) {
    Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
    return HexFormat.of().formatHex(program.bytes());
  }

  @Test
  void writesOneInstructionInEightBytes() {
    assertThat(hex(new Assembler().move(Register.R0, -1))).isEqualTo("b7000000ffffffff");
    assertThat(hex(new Assembler().move(Register.R6, Register.R1))).isEqualTo("bf16000000000000");
    assertThat(hex(new Assembler().load(Register.R9, Register.R6, 8)))
        .isEqualTo("7969080000000000");
    assertThat(hex(new Assembler().store(Register.R10, -16, Register.R1)))
        .isEqualTo("7b1af0ff00000000");
    assertThat(hex(new Assembler().storeInt(Register.R10, -8, Register.R7)))
        .isEqualTo("637af8ff00000000");
    assertThat(hex(new Assembler().call(14).exit()))
        .isEqualTo("850000000e000000" + "9500000000000000");
  }

  @Test
  void aJumpSkipsToItsLabel() {
    Assembler program =
        new Assembler()
            .jumpIf(Register.R0, Condition.NOT_EQUAL, 7, "end")
            .plus(Register.R0, 1)
            .jump("end")
            .shiftRight(Register.R0, 32)
            .label("end")
            .exit();
    assertThat(hex(program))
        .isEqualTo(
            "5500030007000000"
                + "0700000001000000"
                + "0500010000000000"
                + "7700000020000000"
                + "9500000000000000");
  }

  @Test
  void aJumpWithoutALabelBehindItIsRefused() {
    assertThatThrownBy(() -> new Assembler().jump("nowhere").bytes())
        .hasMessageContaining("nowhere");
    assertThatThrownBy(() -> new Assembler().label("back").exit().jump("back").bytes())
        .hasMessageContaining("back");
    assertThatThrownBy(() -> new Assembler().label("twice").label("twice"))
        .hasMessageContaining("twice");
  }
}
