import type { SetUp } from '@atrium/contract/features/tenancy/tenants/set-up.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { t } from '../../../ui/texts.ts'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import { SetUpList } from './set-up-list.tsx'
import '../tenants/public/tenancy.css'

const { initialise } = tenantsContract

/** Setup steps of a company, with buttons to run them again. */
export const SetUpSteps = ({ companyId, steps }: { companyId: string; steps: SetUp }) => {
  const [ask, question] = useConfirm()
  const run = (template: boolean) => async () => {
    try {
      await call(initialise, { params: { id: companyId }, body: { template } })
    } finally {
      await Promise.all(tenantReads.map(invalidate))
    }
  }
  const askToRun = () =>
    ask({
      title: t('重新执行初始化？'),
      body: t('补齐未完成的步骤；未登记管理员的，由最早的用户担任公司管理员。'),
      confirm: t('重新执行'),
      run: run(false),
    })
  const askToCopy = (from: string) =>
    ask({
      title: t('再次套用模板？'),
      body: t('补齐“{from}”中该公司缺少的组织、岗位、角色、密码策略和基础参数；已有的保持不变。', { from }),
      confirm: t('再次套用'),
      run: run(true),
    })
  const isReady = steps.every(({ done }) => done)
  const copiedTemplate = steps.find(({ step, done }) => step === 'template' && done)?.from
  return (
    <>
      <SetUpList steps={steps} />
      <Can endpoint={initialise}>
        <div className="tenancy-actions">
          {!isReady && <Button onClick={askToRun}>{t('重新执行')}</Button>}
          {copiedTemplate !== undefined && (
            <Button onClick={() => askToCopy(copiedTemplate)}>{t('再次套用模板')}</Button>
          )}
        </div>
      </Can>
      {question}
    </>
  )
}
