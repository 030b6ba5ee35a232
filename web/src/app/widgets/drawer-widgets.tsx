import { decimal2, email, multilineText, optionalText, percent, phone, text } from '@atrium/contract/kernel/fields.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../kernel/api/call-error.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import { DateTimeField, SelectField, SwitchField, TextAreaField, TextField } from '../../kernel/forms/fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import { useOverlay } from '../../ui/use-overlay.tsx'
import { wait } from './wait.ts'
import { Widget, WidgetRow } from './widget.tsx'

const schema = z.object({
  name: text(30, t('请输入名称')),
  phone,
  email,
  price: decimal2,
  discount: percent,
  kind: z.string(),
  enabled: z.boolean(),
  startTime: z.nullable(z.string()),
  keyword: optionalText(30),
  remark: multilineText(200, t('请输入说明')),
})
type Values = z.output<typeof schema>
const labels = {
  name: t('名称'),
  phone: t('手机号'),
  email: t('邮箱'),
  price: t('价格'),
  discount: t('折扣'),
  kind: t('类型'),
  enabled: t('启用'),
  startTime: t('开始时间'),
  keyword: t('关键词'),
  remark: t('说明'),
}
const kinds = [
  { value: 'a', label: t('甲') },
  { value: 'b', label: t('乙') },
  { value: 'c', label: t('丙（停用）'), disabled: true },
]
const empty: Values = {
  name: '',
  phone: '',
  email: '',
  price: '',
  discount: '',
  kind: 'a',
  enabled: true,
  startTime: null,
  keyword: '',
  remark: '',
}
const filled: Values = {
  ...empty,
  name: t('示例'),
  phone: '13800000000',
  email: 'zhang@example.com',
  price: '99.50',
  discount: '80',
  remark: t('已填写完整'),
}

/** How a save ends. */
type Outcome = 'saved' | 'refused' | 'slow'
const durations: Record<Outcome, number> = { saved: 300, refused: 300, slow: 5000 }
/** A new one for every attempt: a form shows the same failure once. */
const refusal = () =>
  new CallError({
    code: 400,
    msg: t('输入内容有误，请检查后重试'),
    errors: [{ field: 'name', msg: t('该名称已存在') }],
  })

type SampleFormProps = { outcome: Outcome; width: 500 | 720; initial: Values; onClosed: () => void }
const SampleForm = ({ outcome, width, initial, onClosed }: SampleFormProps) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const save = async () => {
    setBusy(true)
    await wait(durations[outcome])
    setBusy(false)
    if (outcome !== 'refused') return toast.success(t('操作成功'))
    const failure = refusal()
    setError(failure)
    throw failure
  }
  return (
    <DrawerForm
      title={width === 500 ? t('抽屉表单') : t('宽抽屉表单')}
      act={t('保存')}
      schema={schema}
      labels={labels}
      initial={initial}
      busy={busy}
      error={error}
      width={width}
      onSubmit={save}
      onClosed={onClosed}
    >
      <TextField<Values> name="name" maxLength={30} />
      <TextField<Values> name="phone" />
      <TextField<Values> name="email" />
      <TextField<Values> name="price" />
      <TextField<Values> name="discount" />
      <SelectField<Values> name="kind" options={kinds} />
      <SwitchField<Values> name="enabled" />
      <DateTimeField<Values> name="startTime" placeholder={t('立即')} />
      <TextField<Values> name="keyword" maxLength={30} placeholder={t('选填')} />
      <TextAreaField<Values> name="remark" maxLength={200} help={t('最多 200 字')} />
    </DrawerForm>
  )
}

const PlainDrawer = ({ onClosed }: { onClosed: () => void }) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title={t('只读抽屉')} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <p>{t('点击遮罩、按 Esc 或点击右上角均可关闭。')}</p>
    </Drawer>
  )
}

/** The general drawer: read-only, and with a form that is saved, refused or slow. */
export const DrawerWidgets = () => {
  const [drawer, open] = useOverlay()
  const openForm = (outcome: Outcome, initial: Values, width: 500 | 720 = 500) =>
    open((onClosed) => <SampleForm outcome={outcome} width={width} initial={initial} onClosed={onClosed} />)
  return (
    <Widget title={t('抽屉')}>
      <WidgetRow>
        <Button look="primary" onClick={() => openForm('saved', empty)}>
          {t('表单（500 px）')}
        </Button>
        <Button onClick={() => openForm('saved', empty, 720)}>{t('表单（720 px）')}</Button>
        <Button onClick={() => openForm('refused', filled)}>{t('表单（保存被拒绝）')}</Button>
        <Button onClick={() => openForm('slow', filled)}>{t('表单（保存较慢）')}</Button>
        <Button onClick={() => open((onClosed) => <PlainDrawer onClosed={onClosed} />)}>{t('只读')}</Button>
      </WidgetRow>
      {drawer}
    </Widget>
  )
}
