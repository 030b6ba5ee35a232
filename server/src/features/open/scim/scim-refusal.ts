import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { labelledText, statementsText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { readRetryAfter } from '../../../kernel/http/error-reply.ts'
import { AppError } from '../../../kernel/scope.ts'
import { GateRefusal } from '../gate/index.ts'

/** Details of a refusal with status 400 or 409 (RFC 7644, section 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A call refused by the protocol itself. */
export class ScimRefusal extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}
export const badRequest = (scimType: ScimType, detail: string) => new ScimRefusal(400, detail, scimType)
export const notFound = () => new ScimRefusal(404, t('数据不存在或已被删除'))

type Refusal = { status: number; detail: string; scimType?: ScimType | undefined; retryAfter?: number | undefined }

const taken = new Set<number>([usersErrors.accountTaken, usersErrors.phoneTaken, usersErrors.emailTaken].map(getCode))
/** What the owner may not do, the plan does not hold, or would leave the company without an administrator. */
const forbidden = new Set<number>(
  [
    usersErrors.oneself,
    usersErrors.beyondOwnRights,
    usersErrors.lastAdministrator,
    usersErrors.hasLeft,
    usersErrors.signsInElsewhere,
    usersErrors.contactByApplication,
    companiesErrors.userLimit,
  ].map(getCode),
)
function getCode({ code }: { code: number }) {
  return code
}
const ownStatuses = new Set([401, 403, 404, 413, 415, 429, 500, 503])
const toStatus = (code: number): Pick<Refusal, 'status' | 'scimType'> => {
  if (taken.has(code)) return { status: 409, scimType: 'uniqueness' }
  if (forbidden.has(code) || code === 423) return { status: 403 }
  if (code === 409) return { status: 412 }
  return ownStatuses.has(code) ? { status: code } : { status: 400, scimType: 'invalidValue' }
}
/** Callers do not learn why their application is not admitted. */
const toGateDetail = ({ status, spec }: GateRefusal) => (status === 401 ? t('令牌无效或已失效') : spec.msg)
/** What each refused field says, or the refusal itself. */
const toDetail = ({ spec, extras }: AppError) =>
  statementsText(
    extras.errors?.map(({ field, msg }) => (msg === spec.msg ? t(msg) : labelledText(field, t(msg)))) ?? [],
  ) || t(spec.msg)
const findWait = ({ spec, extras }: AppError) => readRetryAfter({ ...spec, traceId: '', data: extras.data })

const uniqueViolation = '23505'
const isConflict = (error: unknown) => (error as { code?: unknown } | null)?.code === uniqueViolation

/** The refusal that an error means; undefined for one that no one expected. */
export const refusalFrom = (error: unknown): Refusal | undefined => {
  if (error instanceof ScimRefusal) return { status: error.status, detail: error.message, scimType: error.scimType }
  if (error instanceof GateRefusal)
    return { status: error.status, detail: toGateDetail(error), retryAfter: error.retryAfter }
  if (error instanceof AppError)
    return { ...toStatus(error.spec.code), detail: toDetail(error), retryAfter: findWait(error) }
  if (isConflict(error)) return { status: 409, scimType: 'uniqueness', detail: t('userName 已被使用') }
  return undefined
}
