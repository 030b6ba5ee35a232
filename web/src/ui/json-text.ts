/** Invalid text of a JSON editor; forms refuse it. */
export class UnparsedJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Formats JSON for display. */
export const jsonText = (value: unknown) =>
  value instanceof UnparsedJson ? value.text : (JSON.stringify(value, null, 2) ?? '')

/** Parses JSON; returns `UnparsedJson` for an invalid text. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return new UnparsedJson(text)
  }
}
