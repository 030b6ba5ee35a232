/** What stands in a JSON editor while it is not JSON; a form refuses it. */
export class UnparsedJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON as a person reads it. */
export const jsonText = (value: unknown) =>
  value instanceof UnparsedJson ? value.text : (JSON.stringify(value, null, 2) ?? '')

/** The value a text stands for; the text itself, marked, when it is not JSON. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return new UnparsedJson(text)
  }
}
