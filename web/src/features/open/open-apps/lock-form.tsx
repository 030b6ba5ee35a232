import type { OpenAppImpact, OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type * as z from 'zod/mini'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import { useFormImpact } from '../../../kernel/forms/use-form-impact.ts'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ImpactLines } from '../../../ui/impact-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './app-reads.ts'
import { appImpactLines } from './app-words.ts'
import './public/open-apps.css'

const { lock } = openAppsContract
type Values = z.input<typeof lock.body>
const toLines = appImpactLines(t('锁定后，该应用的全部调用将立即被拒绝。'))

/** Locks an application, after showing what stops. */
export const LockForm = ({ row, onSaved, onClosed }: RowDrawerProps<OpenAppRow>) => {
  const [impact, confirms] = useFormImpact<OpenAppImpact>()
  return (
    <WriteForm
      title={t('锁定“{name}”', { name: row.name })}
      act={t('锁定')}
      danger
      endpoint={lock}
      params={{ id: row.id }}
      labels={{ reason: t('原因') }}
      initial={{ reason: '' }}
      confirms={confirms}
      invalidates={affectedReads}
      onDone={() => onSaved(row.id)}
      onClosed={onClosed}
    >
      {impact ? (
        <section className="app-impact" aria-label={t('影响')}>
          <ImpactLines lines={toLines(impact)} />
          <p>{t('请核对影响，再次点击“锁定”生效。')}</p>
        </section>
      ) : (
        <Note>{t('锁定期间该应用的调用将被拒绝，解锁后恢复。')}</Note>
      )}
      <TextAreaField<Values> name="reason" maxLength={200} />
    </WriteForm>
  )
}
