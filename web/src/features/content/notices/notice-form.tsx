import { approvalsContract } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { noticeStatus } from '@atrium/contract/features/content/notices/notice-words.ts'
import {
  type NoticeDetails,
  type NoticeRow,
  type NoticeUpdate,
  noticesContract,
} from '@atrium/contract/features/content/notices/notices.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { useRef, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import type { SecondAct } from '../../../kernel/forms/drawer-form-foot.tsx'
import {
  DateTimeField,
  RichTextField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../../kernel/forms/fields.tsx'
import { LanguageTabs } from '../../../kernel/forms/language-tabs.tsx'
import { pictureUpload } from '../../../kernel/forms/upload-picture.ts'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import { useFieldValue } from '../../../ui/form.tsx'
import { languageName } from '../../../ui/language-name.ts'
import { languages } from '../../../ui/languages.ts'
import { pageLanguage, t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { authorsReads } from './notice-reads.ts'
import { canSubmit, isIssued, losesApproval } from './notice-states.ts'
import {
  TranslationFields,
  translationsText,
  useNoticeLanguages,
  useOwnLanguageOptions,
} from './notice-translations.tsx'
import { levelNames, levelOptions, noticeLabels, targetText, typeNames, typeOptions } from './notice-words.ts'
import { PublishStep } from './publish-step.tsx'
import { TargetField } from './target-field.tsx'
import './notices.css'

type Values = NoticeUpdate
type Drawer = Omit<ListFormProps<NoticeRow>, 'row'>

const initial: RequestOf<typeof noticesContract.create>['body'] = {
  type: 'notice',
  title: '',
  summary: '',
  content: '',
  language: pageLanguage,
  translations: {},
  target: { scope: 'all', ids: [] },
  level: 'low',
  top: false,
  ack: false,
  ackTime: null,
}
const uploadPicture = pictureUpload(noticesContract.image)
const yesNo = (value: boolean) => (value ? t('是') : t('否'))
const formatters = {
  type: (type: Values['type']) => typeNames[type],
  language: (tag: Values['language']) => (tag === undefined ? '' : languageName(tag)),
  translations: translationsText,
  level: (level: Values['level']) => levelNames[level],
  target: targetText,
  top: yesNo,
  ack: yesNo,
  ackTime: (at: string | null) => (at === null ? t('不限', { context: 'deadline' }) : formatMoment(at)),
}

const AckTimeField = () =>
  useFieldValue('ack') === true && (
    <DateTimeField<Values>
      name="ackTime"
      placeholder={t('不限', { context: 'deadline' })}
      help={t('仅作提示，逾期后仍可确认')}
    />
  )

/** A published notice may count as unread again. */
const RenewField = () => (
  <SwitchField<Values> name="renew" help={t('已读和已确认的人员须重新阅读、确认；修改错别字时无需开启')} />
)

/** What a reviewer has said, and what saving means for the approval. */
const ApprovalNotes = ({ notice }: { notice: NoticeDetails }) => (
  <>
    {notice.decideReason !== '' && (
      <p className="notice-note">
        {t('{name} 驳回：{decideReason}', { name: notice.decideBy?.name ?? '', decideReason: notice.decideReason })}
      </p>
    )}
    {losesApproval(notice) && <p className="notice-note">{t('保存后须重新提交审核。')}</p>}
  </>
)

/** Title, summary and text, in one language at a time. */
const Texts = () => {
  const tabs = useNoticeLanguages()
  const [chosen, choose] = useState<string>()
  const own = tabs[0]?.language ?? ''
  const active = tabs.some(({ language }) => language === chosen) ? (chosen ?? own) : own
  return (
    <LanguageTabs tabs={tabs} active={active} onSelect={choose}>
      {active === own ? (
        <>
          <TextField<Values> name="title" maxLength={100} />
          <TextAreaField<Values> name="summary" maxLength={200} placeholder={t('在列表和通知中显示（选填）')} />
          <RichTextField<Values> name="content" upload={uploadPicture} />
        </>
      ) : (
        <TranslationFields key={active} language={active} />
      )}
    </LanguageTabs>
  )
}
/** What it is written in; readers of languages without a translation get that text. */
const LanguageField = () => <SelectField<Values> name="language" options={useOwnLanguageOptions()} />

const Fields = ({ notice }: { notice: NoticeDetails | undefined }) => {
  const isPlatform = useIsPlatform()
  const isPublished = notice?.status === noticeStatus.published
  return (
    <>
      {notice && <ApprovalNotes notice={notice} />}
      <div className="notice-editor">
        <div>
          <Texts />
        </div>
        <div>
          <TargetField named={notice?.targets ?? []} isPlatform={isPlatform} />
          <div className="notice-form-pair">
            <SelectField<Values> name="type" options={typeOptions} />
            <SelectField<Values> name="level" options={levelOptions} />
          </div>
          {languages.length > 1 && <LanguageField />}
          <h3>{t('阅读要求')}</h3>
          <SwitchField<Values> name="top" />
          <SwitchField<Values> name="ack" help={t('打开后须点击“我已知悉”')} />
          <AckTimeField />
          {isPublished && <RenewField />}
        </div>
      </div>
    </>
  )
}

type FormProps = Drawer & { acts: { act?: string | undefined; second?: SecondAct } }

const EditForm = ({ row, acts, ...drawer }: FormProps & { row: NoticeRow }) => {
  const notice = useFreshRead(noticesContract.get, { params: { id: row.id } }, drawer.onClosed)
  if (!notice) return null
  return (
    <CrudForm
      contract={noticesContract}
      noun={typeNames[row.type]}
      name={row.title}
      labels={{ ...noticeLabels, renew: t('要求重新阅读') }}
      initial={initial}
      formatters={formatters}
      invalidates={authorsReads}
      {...acts}
      width={1200}
      row={{ ...notice, renew: false }}
      {...drawer}
    >
      <Fields notice={notice} />
    </CrudForm>
  )
}

/** What the buttons of the form do, and what follows the second one's rival. */
const useActs = (row: NoticeRow | undefined, onChoose: (isSecond: boolean) => void): FormProps['acts'] => {
  const [mayIssue, maySubmit] = [useCan(noticesContract.issue), useCan(approvalsContract.submit)]
  const isDraft = row === undefined || !(isIssued(row) || losesApproval(row))
  if (!isDraft) return {}
  const needsReview = row !== undefined && canSubmit(row)
  if (!(needsReview ? maySubmit : mayIssue)) return { act: t('保存草稿') }
  return { act: needsReview ? t('提交审核') : t('发布'), second: { act: t('保存草稿'), onChoose } }
}

/** Writes a notice: saves a draft, or goes on to its publication. */
export const NoticeForm = ({ row, ...drawer }: ListFormProps<NoticeRow>) => {
  const goesOn = useRef(false)
  const saved = useRef<string>(undefined)
  const [next, setNext] = useState<string>()
  const acts = useActs(row, (isSecond) => {
    goesOn.current = !isSecond
  })
  const form = {
    onSaved: (id: string) => {
      saved.current = id
      drawer.onSaved(id)
    },
    onClosed: () => (goesOn.current && saved.current !== undefined ? setNext(saved.current) : drawer.onClosed()),
  }
  if (next !== undefined) return <PublishStep id={next} {...drawer} />
  if (row) return <EditForm row={row} acts={acts} {...form} />
  return (
    <CrudForm
      contract={noticesContract}
      noun={t('公告或新闻')}
      labels={noticeLabels}
      initial={initial}
      invalidates={authorsReads}
      {...acts}
      width={1200}
      row={undefined}
      {...form}
    >
      <Fields notice={undefined} />
    </CrudForm>
  )
}
