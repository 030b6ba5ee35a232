import type { FailedCall } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { t } from '../../../ui/texts.ts'
import { useFailureFacts } from './use-failure-facts.tsx'
import './failures.css'

/** The failed call on the page of a trace id. */
export const FailureCard = (call: FailedCall) => (
  <section className="failure-card" aria-label={t('异常请求')}>
    <h3>{t('系统故障')}</h3>
    <Facts facts={useFailureFacts(call)} />
  </section>
)
