import { type QuotaKind, type Quotas, quotaFields, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'

type QuotaText = {
  used: string
  limit: string
  unit: string
  /** Help text: what is counted. */
  help: string
  near: string
  full: string
}

/** Labels and messages of each kind of quota. */
export const quotaWords: Readonly<Record<QuotaKind, QuotaText>> = {
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
    used: '存储空间',
    limit: '存储上限（MB）',
    unit: 'MB',
    help: '租户内全部公司上传的文件合计，相同内容在一家公司只计一次',
    near: '存储空间接近上限，用满后不能再上传文件',
    full: '存储空间已达上限，不能再上传文件',
  },
}

/** Builds a value per quota field from its kind. */
const mapQuotaFields = <T>(value: (kind: QuotaKind) => T) =>
  Object.fromEntries(quotaKinds.map((kind) => [quotaFields[kind], value(kind)])) as Record<keyof Quotas, T>

export const quotaLabels = mapQuotaFields((kind) => quotaWords[kind].limit)

/** A limit with its unit; null: unlimited. */
export const formatQuota = (kind: QuotaKind, limit: number | null): string =>
  limit === null ? '不限' : `${limit} ${quotaWords[kind].unit}`

/** Formatters of quota fields; `none` is shown for null. */
export const quotaFormatters = (none: string) =>
  mapQuotaFields(() => (limit: number | null) => (limit === null ? none : `${limit}`))
