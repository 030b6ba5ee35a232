import { useState } from 'react'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { UnparsedJson } from '../../ui/json-text.ts'
import { Widget } from './widget.tsx'

const sample = { title: 'Atrium', sort: 1, enabled: true, tags: ['甲', '乙'], parent: null }
const broken = new UnparsedJson('{ "title": ')

const stateText = (value: unknown) =>
  value instanceof UnparsedJson ? '内容不是有效的 JSON' : `有效，${Object.keys(Object(value)).length} 个字段`

/** The JSON editor: valid, invalid and read-only. */
export const JsonWidgets = () => {
  const [value, setValue] = useState<unknown>(sample)
  const [wrong, setWrong] = useState<unknown>(broken)
  return (
    <>
      <Widget title="JSON 编辑器">
        <JsonEditor value={value} onChange={setValue} aria-label="JSON" />
        <p data-testid="json-state">{stateText(value)}</p>
      </Widget>
      <Widget title="JSON 编辑器（内容有误）">
        <JsonEditor
          value={wrong}
          onChange={setWrong}
          aria-label="有误的 JSON"
          {...(wrong instanceof UnparsedJson && { 'aria-invalid': 'true' })}
        />
      </Widget>
      <Widget title="JSON 编辑器（只读）">
        <JsonEditor value={sample} disabled aria-label="只读的 JSON" />
      </Widget>
    </>
  )
}
