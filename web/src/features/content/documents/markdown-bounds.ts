/** Characters and lines beyond which laying out Markdown would hold up the page. */
const most = { characters: 50_000, lines: 3000 } as const
/** Marks of emphasis and links within one paragraph: finding what belongs together takes the square of them. */
const mostMarks = 1000
/** A line that begins with so many quotes and lists within each other that they would exhaust the stack. */
const deepLine = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){21}/m
/** Where a paragraph ends for certain: before an empty line, and before an item of a list. */
const endOfParagraph = /\n(?=[ \t]*\n|[ ]{0,3}[-+*][ \t]+\S)/

const marksIn = (paragraph: string) => paragraph.match(/[*_[]/g)?.length ?? 0

/** Whether Markdown is laid out in a moment, however hostile it is. Otherwise it is shown as text. */
export const isLaidOut = (text: string): boolean => {
  const normal = text.replace(/\r\n?/g, '\n')
  return (
    normal.length <= most.characters &&
    normal.split('\n').length <= most.lines &&
    !deepLine.test(normal) &&
    normal.split(endOfParagraph).every((paragraph) => marksIn(paragraph) <= mostMarks)
  )
}
