import { useState } from 'react'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { UnparsedJson } from '../../ui/json-text.ts'
import { t } from '../../ui/texts.ts'
import { Widget } from './widget.tsx'

const sample = { title: 'Atrium', sort: 1, enabled: true, tags: [t('甲'), t('乙')], parent: null }
const broken = new UnparsedJson('{ "title": ')

const stateText = (value: unknown) =>
  value instanceof UnparsedJson
    ? t('内容不是有效的 JSON')
    : t('有效，{count} 个字段', { count: Object.keys(Object(value)).length })

/** The JSON editor: valid, invalid and read-only. */
export const JsonWidgets = () => {
  const [value, setValue] = useState<unknown>(sample)
  const [wrong, setWrong] = useState<unknown>(broken)
  return (
    <>
      <Widget title={t('JSON 编辑器')}>
        <JsonEditor value={value} onChange={setValue} aria-label="JSON" />
        <p data-testid="json-state">{stateText(value)}</p>
      </Widget>
      <Widget title={t('JSON 编辑器（内容有误）')}>
        <JsonEditor
          value={wrong}
          onChange={setWrong}
          aria-label={t('有误的 JSON')}
          {...(wrong instanceof UnparsedJson && { 'aria-invalid': 'true' })}
        />
      </Widget>
      <Widget title={t('JSON 编辑器（只读）')}>
        <JsonEditor value={sample} disabled aria-label={t('只读的 JSON')} />
      </Widget>
    </>
  )
}
