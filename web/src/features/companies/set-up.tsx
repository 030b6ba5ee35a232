import { companiesContract, type SetUp } from '@atrium/contract/features/companies/companies.contract.ts'
import { Check, X } from 'lucide-react'
import { Can } from '../../kernel/access/can.tsx'
import { call } from '../../kernel/api/call.ts'
import { invalidate } from '../../kernel/api/use-endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { affected } from './affected-reads.ts'
import { setUpNames } from './company-words.ts'

const { initialise } = companiesContract

/** What makes a company ready for its people, step by step, and the way to run it again. */
export const SetUpSteps = ({ companyId, steps }: { companyId: string; steps: SetUp }) => {
  const [ask, question] = useConfirm()
  const askToRun = () =>
    ask({
      title: '重新执行初始化？',
      body: '补齐企业管理员角色和套餐权限；没有登记管理员时，由最早的用户担任企业管理员。',
      confirm: '重新执行',
      run: async () => {
        try {
          await call(initialise, { params: { id: companyId } })
        } finally {
          await Promise.all(affected.map(invalidate))
        }
      },
    })
  const isReady = steps.every(({ done }) => done)
  return (
    <section className="company-set-up">
      <h3 className="company-section">初始化</h3>
      <ul>
        {steps.map(({ step, done }) => (
          <li key={step} data-done={done || undefined}>
            {done ? <Check size={16} aria-hidden="true" /> : <X size={16} aria-hidden="true" />}
            <span>{setUpNames[step]}</span>
            <span className="company-quiet">{done ? '已完成' : '未完成'}</span>
          </li>
        ))}
      </ul>
      {!isReady && (
        <Can endpoint={initialise}>
          <Button onClick={askToRun}>重新执行</Button>
        </Can>
      )}
      {question}
    </section>
  )
}
