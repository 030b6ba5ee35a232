import { xmlText } from './cell-text.ts'
import { columnLetters } from './references.ts'
import type { Column } from './workbook.ts'

type Note = { readonly column: number; readonly text: string }
/** Notes at the titles of columns. */
export const listNotes = (columns: readonly Column[]): readonly Note[] =>
  columns.flatMap(({ note }, column) => (note ? [{ column, text: note }] : []))

export const notesXml = (notes: readonly Note[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author></author></authors><commentList>${notes
    .map(
      ({ column, text }) =>
        `<comment ref="${columnLetters(column)}1" authorId="0"><text><r><t xml:space="preserve">${xmlText(text)}</t></r></text></comment>`,
    )
    .join('')}</commentList></comments>`

const shape = ({ column, text }: Note, at: number) => {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 18), 0)
  return `<v:shape id="_x0000_s${1025 + at}" type="#_x0000_t202" style="position:absolute;width:220pt;height:${16 + lines * 15}pt;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 15, 0, 2, ${column + 3}, 60, ${2 + lines}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
}

/** The boxes of notes, in the language that spreadsheets still demand for them. */
export const notesVml = (notes: readonly Note[]): string =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${notes.map(shape).join('')}</xml>`
