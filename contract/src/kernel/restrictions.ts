import type * as z from 'zod/mini'
import type { ErrorSpec } from './errors.ts'

/** Effect of a field restriction on users without its permission: hidden, masked or read-only. */
export const fieldEffects = ['hide', 'mask', 'readonly'] as const
export type FieldEffect = (typeof fieldEffects)[number]
/** A restricted field of a resource. */
export type FieldRestriction = { resource: string; name: string; effect: FieldEffect }
/** Field restrictions of a user, by `resource.field`, for example `users.phone`. */
export type Restrictions = Readonly<Record<string, FieldEffect>>

/** Whether a restriction withholds the value. */
export const isHiddenOrMasked = (effect: FieldEffect | undefined): boolean => effect === 'hide' || effect === 'mask'

const maskNames = new WeakMap<z.ZodMiniType, string>()
/**
 * Marks a part of a reply to be masked for users with restrictions. The server masks replies on their way out.
 * @param word - name of the mask
 */
export const maskedByPermission = <S extends z.ZodMiniType>(schema: S, word: string): S => {
  maskNames.set(schema, word)
  return schema
}
/** Mask name of a schema; undefined if it is not masked. */
export const findMaskName = (schema: z.ZodMiniType): string | undefined => maskNames.get(schema)

export const restrictionErrors = {
  /** Shown at the field, with its label. */
  fieldReadOnly: { code: 418, msg: '您无权修改该字段' },
  fieldsRestricted: { code: 419, msg: '您无权查看部分字段，不能导出包含全部字段的文件' },
  rowsRestricted: { code: 421, msg: '您仅可查看部分人员的数据，不能导出包含全部数据的文件' },
  searchRestricted: { code: 420, msg: '您无权查看手机号，不能按手机号查找' },
} as const satisfies Record<string, ErrorSpec>
