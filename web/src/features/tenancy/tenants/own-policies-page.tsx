import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import {
  type TenantPolicies,
  tenantPoliciesContract,
} from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { PoliciesForm } from './policies-form.tsx'
import { type PolicyRow, policyGroups } from './policy-words.ts'
import './public/tenancy.css'
import './tenants.css'

const { own, updateOwn } = tenantPoliciesContract

const Row = ({ row: { name, hint, value, isDefault } }: { row: PolicyRow }) => (
  <div className="policy-line">
    <dt>
      {name}
      <span>{hint}</span>
    </dt>
    <dd>
      {value}
      {isDefault && <span>{t('（平台默认）')}</span>}
    </dd>
  </div>
)

const OwnPolicies = ({ policies }: { policies: TenantPolicies }) => {
  const [drawer, open] = useOverlay()
  const isShared = useRead(sessionContract.loginInfo, {}).data?.company !== policies.companyId
  return (
    <>
      <div className="policy-head">
        <div>
          <h2>{t('登录与访问策略')}</h2>
          <p className="tenancy-lead">
            {isShared
              ? t('与“{companyName}”共用，由该公司管理员设置。', { companyName: policies.companyName })
              : t('对本公司和全部子公司的用户生效。')}
          </p>
        </div>
        {!isShared && (
          <Can endpoint={updateOwn}>
            <Button
              icon={<Pencil aria-hidden size={14} />}
              onClick={() =>
                open((onClosed) => <PoliciesForm policies={policies} byPlatform={false} onClosed={onClosed} />)
              }
            >
              {t('修改策略')}
            </Button>
          </Can>
        )}
      </div>
      {policyGroups(policies).map(({ title, rows }) => (
        <section key={title} className="policy-group" aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {rows.map((row) => (
              <Row key={row.name} row={row} />
            ))}
          </dl>
        </section>
      ))}
      {drawer}
    </>
  )
}

type ToPath = (component: string) => string | undefined
const PageName = ({ path, title }: { path: string | undefined; title: string }) =>
  path === undefined ? t('“{name}”', { name: title }) : <Link to={path}>{title}</Link>

/** The platform is no tenant: where its own rules are. */
const ElsewhereNote = ({ toPath }: { toPath: ToPath }) => (
  <>
    <h2>{t('登录与访问策略')}</h2>
    <p className="tenancy-lead">
      {rich('平台不适用租户策略。会话时长见 {parameters}，密码规则见 {policy}。', {
        parameters: <PageName path={toPath('sys/bases')} title={t('基础参数', { context: 'page' })} />,
        policy: <PageName path={toPath('sys/password-policy')} title={t('密码策略')} />,
      })}
    </p>
  </>
)

/** Sign-in policies of the caller's tenant. */
export const OwnPoliciesPage = ({ toPath }: { toPath: ToPath }) => (
  <section className="tenant-card" aria-label={t('登录与访问策略')}>
    <ReadState read={useRead(own, {})}>
      {(policies) => (policies ? <OwnPolicies policies={policies} /> : <ElsewhereNote toPath={toPath} />)}
    </ReadState>
  </section>
)
