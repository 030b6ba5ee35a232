import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { richText } from '@atrium/contract/kernel/rich-text.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { RichTextField } from '../../kernel/forms/fields.tsx'
import { createRules, FormRulesContext } from '../../kernel/forms/form-context.ts'
import { pictureUpload } from '../../kernel/forms/upload-picture.ts'
import { Button } from '../../ui/button.tsx'
import { Form, useFieldValue, useForm } from '../../ui/form.tsx'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'
import { RichTextView } from '../../ui/rich-text-view.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { t } from '../../ui/texts.ts'
import { Widget } from './widget.tsx'

const schema = z.object({ content: richText(t('请输入正文')) })
type Values = z.output<typeof schema>
const labels = { content: t('正文') }

/** Published, as no text is stored that would sign its address. */
const upload = pictureUpload(uploadsContract.upload, { biz: 'news', public: '1' })

const sample = [
  t('<h2>关于国庆节放假安排的通知</h2><p>各部门：</p><p>　　10 月 1 日至 7 日放假，共 <strong>7 天</strong>。'),
  t('请在 <u>9 月 28 日</u> 前提交值班表，详见<a href="https://example.com">内网说明</a>。</p>'),
  t('<ul><li><p>关闭电源</p></li><li><p>锁好门窗</p></li></ul>'),
  t(
    '<table><tbody><tr><th><p>日期</p></th><th><p>值班</p></th></tr><tr><td><p>10 月 1 日</p></td><td><p>张伟</p></td></tr></tbody></table>',
  ),
  t('<blockquote><p>祝节日愉快。</p></blockquote><p align="right">行政部</p>'),
].join('')

const Stored = () => {
  const html = useFieldValue('content')
  return <pre data-testid="rich-text-html">{typeof html === 'string' ? html : ''}</pre>
}

const FormWithText = () => {
  const form = useForm()
  return (
    <FormRulesContext value={createRules(schema, form, labels)}>
      <Form id="rich-text" handle={form} initial={{ content: '' }} onSubmit={() => undefined}>
        <RichTextField<Values> name="content" upload={upload} />
        <Stored />
        <Button look="primary" submits>
          {t('保存')}
        </Button>
      </Form>
    </FormRulesContext>
  )
}

/** The editor, and what its texts look like. */
export const RichTextWidgets = () => {
  const [html, setHtml] = useState(sample)
  return (
    <>
      <Widget title={t('富文本')}>
        <FormWithText />
      </Widget>
      <Widget title={t('富文本（不可编辑）')}>
        <RichTextEditor value={sample} disabled upload={upload} aria-label={t('不可编辑的正文')} />
      </Widget>
      <Widget title={t('富文本内容')}>
        <TextArea value={html} onChange={setHtml} aria-label="HTML" />
        <RichTextView html={html} />
      </Widget>
    </>
  )
}
