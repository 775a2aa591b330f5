package dev.tierbench.run.file;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Takes numbers for numbers only: not texts such as "NaN", and nothing that is infinite. */
final class FiniteNumbers extends SimpleModule {

  private static final long serialVersionUID = 1;

  FiniteNumbers() {
    super(FiniteNumbers.class.getName());
    addDeserializer(Double.class, new FiniteDouble(Double.class));
    addDeserializer(Double.TYPE, new FiniteDouble(Double.TYPE));
  }

  private static final class FiniteDouble extends StdScalarDeserializer<Double> {

    FiniteDouble(Class<Double> type) {
      super(type);
    }

    @Override
    public Double deserialize(JsonParser json, DeserializationContext context) {
      if (!json.currentToken().isNumeric() || !Double.isFinite(json.getDoubleValue())) {
        return context.reportInputMismatch(
            this, "'%s' is no finite number", TerminalText.line(json.getString()));
      }
      return json.getDoubleValue();
    }

    /** A number that is missing is 0, where it need not be there. */
    @Override
    public Object getNullValue(DeserializationContext context) {
      return handledType() == Double.TYPE ? 0.0 : null;
    }
  }
}
