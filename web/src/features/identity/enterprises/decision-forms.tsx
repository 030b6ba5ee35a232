import type { EnterpriseRow } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { recognitionContract } from '@atrium/contract/features/identity/enterprises/recognition.contract.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { Facts } from '../../../kernel/listing/facts.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { RejectForm } from '../../../shared/forms/reject-form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { claimedFacts } from './enterprise-facts.tsx'

const { enterprises, approve, reject, revoke } = recognitionContract
const invalidates = [enterprises]

/** Recognises a company, after a look at what it claims. */
export const ApproveForm = ({ row, onSaved, onClosed }: RowDrawerProps<EnterpriseRow>) => {
  const write = useWrite(approve, { invalidates, onDone: () => onSaved(row.id) })
  return (
    <DrawerForm
      title={t('通过公司认证：{name}', { name: row.name })}
      act={t('通过')}
      schema={approve.body}
      labels={{}}
      initial={{ version: row.version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) =>
        write.mutateAsync({ params: { id: row.id }, body }).catch((error) => {
          // The list may be older than the application: the next look shows the present one.
          void invalidate(enterprises)
          throw error
        })
      }
      onClosed={onClosed}
    >
      <Note>{t('请核对资料与营业执照是否一致。通过后，公司资料以此为准。')}</Note>
      <Facts facts={claimedFacts(row)} />
    </DrawerForm>
  )
}

/** Rejects an application. */
export const RejectRecognitionForm = (drawer: RowDrawerProps<EnterpriseRow>) => (
  <RejectForm
    {...drawer}
    title={t('驳回公司认证：{name}', { name: drawer.row.name })}
    verb={t('驳回')}
    endpoint={reject}
    invalidates={invalidates}
    note={<Note>{t('原因将告知申请人，修改资料后可再次申请。')}</Note>}
    placeholder={t('例如：营业执照照片不清晰')}
  />
)

/** Revokes a recognition. */
export const RevokeForm = (drawer: RowDrawerProps<EnterpriseRow>) => (
  <RejectForm
    {...drawer}
    title={t('取消公司认证：{name}', { name: drawer.row.name })}
    verb={t('取消认证')}
    endpoint={revoke}
    invalidates={invalidates}
    note={<Note>{t('原因将告知申请人。该公司仍可使用，须再次申请认证。')}</Note>}
    placeholder={t('例如：营业执照已注销')}
  />
)
