import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import {
  type TenantPolicies,
  tenantPoliciesContract,
} from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { PoliciesForm } from './policies-form.tsx'
import { policyFacts } from './policy-words.ts'
import './public/tenancy.css'
import './tenants.css'

const { own, updateOwn } = tenantPoliciesContract

const OwnPolicies = ({ policies }: { policies: TenantPolicies }) => {
  const [drawer, open] = useOverlay()
  const isShared = useRead(sessionContract.loginInfo, {}).data?.company !== policies.companyId
  return (
    <>
      <p className="tenancy-lead">
        {isShared
          ? `与“${policies.companyName}”共用，由该公司管理员设置。`
          : '对本公司和全部子公司的用户生效；密码规则在“密码策略”中设置。'}
      </p>
      <Facts facts={policyFacts(policies)} />
      {!isShared && (
        <Can endpoint={updateOwn}>
          <Button
            look="primary"
            onClick={() =>
              open((onClosed) => <PoliciesForm policies={policies} byPlatform={false} onClosed={onClosed} />)
            }
          >
            修改策略
          </Button>
        </Can>
      )}
      {drawer}
    </>
  )
}

/** Sign-in policies of the caller's tenant. */
export const OwnPoliciesPage = () => (
  <section className="tenant-card" aria-label="登录与访问策略">
    <h2>登录与访问策略</h2>
    <ReadState read={useRead(own, {})}>
      {(policies) =>
        policies ? (
          <OwnPolicies policies={policies} />
        ) : (
          <p className="tenancy-lead">本公司不属于任何租户，会话时长在“基础参数”中设置，密码规则在“密码策略”中设置。</p>
        )
      }
    </ReadState>
  </section>
)
