import { type QuotaKind, type Quotas, quotaFields, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import { numberText } from '../../../../ui/number-text.ts'
import { t } from '../../../../ui/texts.ts'

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
    used: t('用户数'),
    limit: t('用户数上限'),
    unit: t('人'),
    help: t('租户内全部公司合计'),
    near: t('用户数接近上限，用满后不能再新增用户'),
    full: t('用户数已达上限，不能再新增用户'),
  },
  sms: {
    used: t('今日短信'),
    limit: t('每日短信上限（条）'),
    unit: t('条'),
    help: t('租户内全部公司合计；每天从当天第一条短信起算 24 小时'),
    near: t('今日短信接近上限，用满后当日不能再发送'),
    full: t('今日短信已达上限，暂时不能再发送'),
  },
  storage: {
    used: t('存储空间'),
    limit: t('存储上限（MB）'),
    unit: 'MB',
    help: t('租户内全部公司上传的文件合计，相同内容在一家公司只计一次'),
    near: t('存储空间接近上限，用满后不能再上传文件'),
    full: t('存储空间已达上限，不能再上传文件'),
  },
}

/** Builds a value per quota field from its kind. */
const mapQuotaFields = <T>(value: (kind: QuotaKind) => T) =>
  Object.fromEntries(quotaKinds.map((kind) => [quotaFields[kind], value(kind)])) as Record<keyof Quotas, T>

export const quotaLabels = mapQuotaFields((kind) => quotaWords[kind].limit)

const storageUnits = ['KB', 'MB', 'GB', 'TB'] as const
/** An amount of storage, in megabytes, in the unit that fits: `10 KB`, `10 GB`. */
const formatStorage = (megabytes: number): string => {
  if (megabytes === 0) return '0 MB'
  const kilobytes = Math.max(1, megabytes * 1024)
  const at = Math.min(Math.floor(Math.log(kilobytes) / Math.log(1024)), storageUnits.length - 1)
  return `${Number((kilobytes / 1024 ** at).toFixed(at === 0 ? 0 : 1))} ${storageUnits[at]}`
}
/** An amount with its unit. */
export const formatAmount = (kind: QuotaKind, amount: number): string =>
  kind === 'storage'
    ? formatStorage(amount)
    : kind === 'users'
      ? t('{count} 人', { count: numberText(amount), context: 'quota' })
      : t('{count} 条', { count: numberText(amount), context: 'sms' })
/** A limit with its unit; null: unlimited. */
export const formatQuota = (kind: QuotaKind, limit: number | null): string =>
  limit === null ? t('不限') : formatAmount(kind, limit)
/** What is used of a limit, the unit once if both have the same: `10 KB / 10 GB`, `3 / 20 人`. */
export const formatUsage = (kind: QuotaKind, used: number, limit: number | null): string => {
  const amount = formatAmount(kind, used)
  if (limit === null) return amount
  const most = formatAmount(kind, limit)
  const [number, unit] = amount.split(' ')
  return most.endsWith(` ${unit}`) || used === 0 ? `${number} / ${most}` : `${amount} / ${most}`
}

/** Formatters of quota fields; `none` is shown for null. */
export const quotaFormatters = (none: string) =>
  mapQuotaFields(() => (limit: number | null) => (limit === null ? none : `${limit}`))
