import { randomBytes } from 'node:crypto'
import { buildParts } from '../workbook-parts.ts'
import { type HostileWorkbook, workbook } from './hostile-workbook.ts'

const data = '<row><c t="s"><v>0</v></c></row>'
type Damage = (content: string) => string | Uint8Array

const damages: Readonly<Record<string, Damage>> = {
  'half of': (content) => content.slice(0, content.length / 2),
  'random bytes for': () => randomBytes(1_000),
  'nothing for': () => '',
  'another root of': () => '<a/>',
  'text before': (content) => `a${content}`,
  'a tag not closed in': (content) => content.replace('>', '><a>'),
  'an attribute twice in': (content) => content.replace('>', ' a="1" a="2">'),
}
const parts = Object.entries(buildParts(data) as Record<string, string>)

/** Workbooks of which one part is damaged. */
export const hostileParts: readonly HostileWorkbook[] = Object.entries(damages).flatMap(([name, damage]) =>
  parts.map(([part, content]) => workbook(`${name} ${part}`, 'damaged', data, { [part]: damage(content) })),
)
