import { tenantPoliciesContract } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { PoliciesForm } from './policies-form.tsx'
import { policyFacts } from './policy-words.ts'
import './public/tenancy.css'
import './tenants.css'

const { get, update } = tenantPoliciesContract

const Policies = ({ companyId, isShared }: { companyId: string; isShared: boolean }) => {
  const [drawer, open] = useOverlay()
  return (
    <section className="tenant-policies" aria-label={t('策略')}>
      <h3 className="tenancy-section">{t('策略')}</h3>
      <ReadState read={useRead(get, { params: { id: companyId } })}>
        {(policies) => (
          <>
            <Facts facts={policyFacts(policies)} />
            {!isShared && (
              <Can endpoint={update}>
                <div className="tenancy-actions">
                  <Button
                    onClick={() =>
                      open((onClosed) => <PoliciesForm policies={policies} byPlatform onClosed={onClosed} />)
                    }
                  >
                    {t('策略设置')}
                  </Button>
                </div>
              </Can>
            )}
          </>
        )}
      </ReadState>
      {drawer}
    </section>
  )
}

/** Sign-in and switch policies of a tenant. */
export const PoliciesSection = (props: { companyId: string; isShared: boolean }) => (
  <Can endpoint={get}>
    <Policies {...props} />
  </Can>
)
