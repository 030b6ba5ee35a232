import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { type ConstraintErrors, toAppError } from '../../../kernel/http/error-reply.ts'
import { AppError } from '../../../kernel/scope.ts'

/** The row that another one refers to and that is not there. */
export type MissingReference = { table: string; key: string }

/** What a row refers to, by its table. */
const words: Readonly<Record<string, string>> = {
  orgs: '组织',
  roles: '角色',
  posts: '岗位',
  users: '用户',
  elements: '权限点',
  menus: '菜单',
  dict_groups: '字典',
}

const read = (error: unknown, name: string): string =>
  typeof error === 'object' && error !== null && name in error ? String((error as Record<string, unknown>)[name]) : ''

/** The refusal of a row for what the database says of it; other errors unchanged. */
export const createRowRefusals =
  (constraints: () => ConstraintErrors) =>
  (error: unknown): unknown => {
    const code = read(error, 'code')
    // Which one is missing it does not say: row security hides that.
    if (code === '23503' && read(error, 'detail').includes('not present')) return new AppError(recoveryErrors.missing)
    const known = toAppError(error, constraints())
    if (known instanceof AppError) return known
    if (code === '23503') return new AppError(recoveryErrors.inUse)
    if (code === '23505') return new AppError(recoveryErrors.takenBySince)
    // What a rule of today does not allow, or a value that it cannot hold.
    return /^(23514|23502|22...)$/.test(code) ? new AppError(recoveryErrors.unfit) : error
  }

/** What is missing in a sentence. Takes its name, if the archive knows it. */
export const describeMissing = ({ table, key }: MissingReference, name: string | undefined): string => {
  const word = words[table] ?? t('数据')
  return name === undefined
    ? t('所引用的{word}（{key}）已不存在', { word, key })
    : t('所引用的{word}“{name}”已被删除，请一并恢复', { word, name })
}
