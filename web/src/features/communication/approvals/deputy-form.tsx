import { deputyContract } from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DateField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'

const { deputy, setDeputy, removeDeputy } = deputyContract
const blank = { account: '', startDay: '', endDay: '' }
type Values = { account: string; startDay: string; endDay: string }

/** Who decides in the user's place while they are away. */
const DeputyForm = ({ onClosed }: { onClosed: () => void }) => {
  const stored = useFreshRead(deputy, {}, onClosed)
  const removal = useWrite(removeDeputy, { invalidates: [deputy], onDone: onClosed })
  if (stored === undefined) return null
  return (
    <WriteForm
      title={t('审批代理')}
      act={t('保存')}
      endpoint={setDeputy}
      labels={{ account: t('代理人账号'), startDay: t('开始日期'), endDay: t('结束日期') }}
      initial={stored ? { account: stored.account, startDay: stored.startDay, endDay: stored.endDay } : blank}
      invalidates={[deputy]}
      onClosed={onClosed}
    >
      {stored && (
        <Note space="form">
          {t('由{name}代理，{startDay} 至 {endDay}。', stored)}{' '}
          <Button look="link" loading={removal.isPending} onClick={() => removal.mutate({})}>
            {t('取消代理')}
          </Button>
        </Note>
      )}
      <TextField<Values>
        name="account"
        maxLength={64}
        help={t('期间由代理人代您审批，您仍可自行审批。代理人须有对应的审批权限，不能审批其本人的申请。')}
      />
      <DateField<Values> name="startDay" />
      <DateField<Values> name="endDay" />
    </WriteForm>
  )
}

/** Opens it, on the page of the user's approvals. */
export const DeputyButton = () => {
  const [drawer, open] = useOverlay()
  const { data } = useRead(deputy, {})
  return (
    <>
      <Button onClick={() => open((onClosed) => <DeputyForm onClosed={onClosed} />)}>
        {data ? t('审批代理：{name}', { name: data.name }) : t('审批代理')}
      </Button>
      {drawer}
    </>
  )
}
