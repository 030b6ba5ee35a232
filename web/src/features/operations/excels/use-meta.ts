import {
  type ExcelColumn,
  type ExcelMeta,
  excelMetaWrite,
} from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { t } from '../../../ui/texts.ts'

/** Where a problem is, and what it is. `at`: the column. */
export type MetaProblem = { at: number | undefined; msg: string }

/** First problem of the columns, as the server would see it. */
export const findProblem = (columns: readonly ExcelColumn[]): MetaProblem | undefined => {
  const parsed = z.safeParse(excelMetaWrite.shape.columns, columns)
  const [issue] = parsed.success ? [] : parsed.error.issues
  if (!issue) return undefined
  const [at] = issue.path
  return { at: typeof at === 'number' ? at : undefined, msg: t(issue.message) }
}

/** The columns of a template while they are edited. */
export const useMeta = ({ columns: stored, fields }: ExcelMeta) => {
  const [columns, setColumns] = useState<readonly ExcelColumn[]>(stored)
  const findField = (name: string) => fields.find(({ field }) => field === name)
  return {
    columns,
    findField,
    isChanged: JSON.stringify(columns) !== JSON.stringify(stored),
    /** Fields without a column. */
    rest: fields.filter(({ field }) => !columns.some((each) => each.field === field)),
    change: (at: number, part: Partial<ExcelColumn>) =>
      setColumns(columns.map((column, index) => (index === at ? { ...column, ...part } : column))),
    move: (at: number, by: 1 | -1) => {
      const moved = [...columns]
      const [column] = moved.splice(at, 1)
      if (column) moved.splice(at + by, 0, column)
      setColumns(moved)
    },
    remove: (at: number) => setColumns(columns.filter((_, index) => index !== at)),
    add: (name: string) => {
      const field = findField(name)
      if (field) setColumns([...columns, field.column])
    },
    /** Back to the columns of the entity's own template. */
    restore: () => setColumns(fields.map(({ column }) => column)),
  }
}
export type Meta = ReturnType<typeof useMeta>
