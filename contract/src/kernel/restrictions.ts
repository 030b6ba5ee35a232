import type * as z from 'zod/mini'
import type { ErrorSpec } from './errors.ts'

/** What is done with a field for whoever does not hold its element: not told, told masked, or told and not to be changed. */
export const fieldEffects = ['hide', 'mask', 'readonly'] as const
export type FieldEffect = (typeof fieldEffects)[number]
/** A field of a resource, and what is done with it. */
export type FieldRestriction = { resource: string; name: string; effect: FieldEffect }
/** What is kept from somebody: `users.phone` → how. */
export type Restrictions = Readonly<Record<string, FieldEffect>>

/** Whether something is not told as it is. */
export const isKeptBack = (effect: FieldEffect | undefined): boolean => effect === 'hide' || effect === 'mask'

const words = new WeakMap<z.ZodMiniType, string>()
/**
 * Declares that a part of an answer is told otherwise to those from whom something is kept; the server does it where answers
 * leave. In: the word under which it knows how.
 */
export const toldByRight = <S extends z.ZodMiniType>(schema: S, word: string): S => {
  words.set(schema, word)
  return schema
}
/** The word a part of an answer was declared with; undefined: it is told as it is. */
export const toldBy = (schema: z.ZodMiniType): string | undefined => words.get(schema)

export const restrictionErrors = {
  /** Told at its field, with what the field is called. */
  fieldReadOnly: { code: 418, msg: '您没有修改该字段的权限' },
  keptBack: { code: 419, msg: '您看不到部分字段的内容，不能导出包含全部字段的文件' },
  rowsKeptBack: { code: 421, msg: '您只能查看部分人员的数据，不能导出包含全部数据的文件' },
  searchKeptBack: { code: 420, msg: '您看不到手机号，不能按手机号查找' },
} as const satisfies Record<string, ErrorSpec>
