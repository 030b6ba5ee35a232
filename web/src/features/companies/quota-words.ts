import { type QuotaKind, type Quotas, quotaFields, quotaKinds } from '@atrium/contract/features/plans/quotas.ts'

type Words = {
  used: string
  limit: string
  unit: string
  /** What it covers, below its field. */
  help: string
  near: string
  full: string
}

/** How people read each kind of quota. */
export const quotaWords: Readonly<Record<QuotaKind, Words>> = {
  users: {
    used: '用户数',
    limit: '用户数上限',
    unit: '人',
    help: '租户内全部公司合计',
    near: '用户数接近上限，用满后不能再新增用户',
    full: '用户数已达上限，不能再新增用户',
  },
  sms: {
    used: '今日短信',
    limit: '每日短信上限（条）',
    unit: '条',
    help: '租户内全部公司合计；每天从当天第一条短信起算 24 小时',
    near: '今日短信接近上限，用满后当日不能再发送',
    full: '今日短信已达上限，暂时不能再发送',
  },
  storage: {
    used: '图片存储',
    limit: '图片存储上限（MB）',
    unit: 'MB',
    help: '租户内全部公司的头像和企业标志合计',
    near: '图片存储接近上限，用满后不能再上传头像和标志',
    full: '图片存储已达上限，不能再上传头像和标志',
  },
}

/** The same value for each field, from its kind. */
const forEachField = <T>(value: (kind: QuotaKind) => T) =>
  Object.fromEntries(quotaKinds.map((kind) => [quotaFields[kind], value(kind)])) as Record<keyof Quotas, T>

export const quotaLabels = forEachField((kind) => quotaWords[kind].limit)

/** So much of a kind, in words. */
export const quotaText = (kind: QuotaKind, most: number | null): string =>
  most === null ? '不限' : `${most} ${quotaWords[kind].unit}`

/** How what is written in the fields is told; `none` for an empty one. */
export const quotaTexts = (none: string) =>
  forEachField(() => (most: number | null) => (most === null ? none : `${most}`))
