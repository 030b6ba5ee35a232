import { type Tenant, tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { tenantReads } from './public/tenant-reads.ts'
import './public/tenancy.css'
import './tenants.css'

type Module = Tenant['modules'][number]

const ModuleSwitch = ({ tenant, module: { name, title, on } }: { tenant: Tenant; module: Module }) => {
  const [ask, question] = useConfirm()
  const [label, heading, body] = on
    ? [
        t('停用', { context: 'verb' }),
        t('停用“{title}”？', { title }),
        t('该租户各公司的用户将立即无法使用该模块，其定时任务停止。数据和授权保留，启用后恢复。'),
      ]
    : [t('启用', { context: 'verb' }), t('启用“{title}”？', { title }), t('该租户各公司的用户将按原有授权使用该模块。')]
  const run = async () => {
    try {
      await call(tenantsContract.switchModule, { params: { id: tenant.companyId }, body: { module: name, on: !on } })
    } finally {
      await Promise.all(tenantReads.map(invalidate))
    }
  }
  return (
    <>
      <Button danger={on} onClick={() => ask({ title: heading, body, confirm: label, danger: on, run })}>
        {label}
      </Button>
      {question}
    </>
  )
}

/** Modules of the installation, and whether they are on for a tenant; nothing without modules. */
export const ModulesSection = ({ tenant, isShared }: { tenant: Tenant; isShared: boolean }) =>
  tenant.modules.length === 0 ? null : (
    <section className="tenant-modules" aria-label={t('模块')}>
      <h3 className="tenancy-section">{t('模块')}</h3>
      <ul>
        {tenant.modules.map((module) => (
          <li key={module.name}>
            <span>{module.title}</span>
            <Tag tone={module.on ? 'good' : 'plain'}>{module.on ? t('已启用') : t('已停用')}</Tag>
            {!isShared && (
              <Can endpoint={tenantsContract.switchModule}>
                <ModuleSwitch tenant={tenant} module={module} />
              </Can>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
