import { statementsText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { type ApiDocument, type CodeSample, type Entry, type Media, type Parameter, resolve } from './api-document.ts'
import { CodeBlock } from './code-block.tsx'
import { LazyMarkdown } from './lazy-markdown.tsx'
import { noteText, typeText } from './schema-lines.ts'
import { FieldTable, SchemaTable } from './schema-table.tsx'

const places: Readonly<Record<string, string>> = {
  path: t('路径'),
  query: t('查询', { context: 'param' }),
  header: t('请求头'),
}

const Samples = ({ samples }: { samples: readonly CodeSample[] }) => {
  const [chosen, setChosen] = useState(samples[0]?.label ?? '')
  const source = samples.find(({ label }) => label === chosen)?.source ?? ''
  return (
    <PlainTabs
      label={t('代码示例')}
      tabs={samples.map(({ label }) => ({ key: label, text: label }))}
      active={chosen}
      onSelect={setChosen}
    >
      <CodeBlock label={t('{chosen} 示例', { chosen })} text={source} />
    </PlainTabs>
  )
}

const Parameters = ({ document, entry }: { document: ApiDocument; entry: Entry }) => {
  const parameters = (entry.operation.parameters ?? []).flatMap((each) => resolve<Parameter>(document, each) ?? [])
  const lines = parameters.map(({ name, in: place, required, description, schema }) => ({
    key: `${place} ${name}`,
    depth: 0,
    name,
    required,
    type: typeText(document, schema),
    note: statementsText([places[place], description, noteText(document, { ...schema, title: '' }, description)]),
  }))
  if (lines.length === 0) return null
  return (
    <section>
      <h4>{t('参数')}</h4>
      <FieldTable label={t('参数')} lines={lines} marksRequired />
    </section>
  )
}
type ContentProps = { document: ApiDocument; title: string; media: Media; isSent?: boolean }
const Content = ({ document, title, media, isSent = false }: ContentProps) => (
  <section>
    <h4>{title}</h4>
    <SchemaTable
      label={title}
      document={document}
      schema={media.schema.anyOf?.[0] ?? media.schema}
      marksRequired={isSent}
    />
    {media.example !== undefined && (
      <details className="api-example">
        <summary>{t('示例')}</summary>
        <CodeBlock label={t('{title}示例', { title })} text={JSON.stringify(media.example, undefined, 2)} />
      </details>
    )}
  </section>
)
const Refusals = ({ document, entry }: { document: ApiDocument; entry: Entry }) => (
  <section>
    <h4>{t('其他状态码')}</h4>
    <ul className="api-statuses" aria-label={t('其他状态码')}>
      {Object.entries(entry.operation.responses).map(
        ([status, reply]) =>
          status !== '200' && (
            <li key={status}>
              <code>{status}</code> {resolve<{ description: string }>(document, reply)?.description}
            </li>
          ),
      )}
    </ul>
  </section>
)

/** An operation: its address, parameters, bodies, and samples of code that call it. */
export const OperationView = ({ document, entry }: { document: ApiDocument; entry: Entry }) => {
  const { method, path, operation } = entry
  const [sent] = Object.values(operation.requestBody?.content ?? {})
  const answer = operation.responses['200']
  const [answered] = Object.values((answer && 'content' in answer && answer.content) || {})
  const samples = operation['x-codeSamples'] ?? []
  return (
    <article className="api-operation" aria-label={operation.summary}>
      <h3>
        {operation.summary} {operation.deprecated && <Tag tone="warn">{t('已弃用')}</Tag>}
      </h3>
      <p className="api-address">
        <span className={`api-method api-method-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        <CopyButton text={path} what={t('路径')} />
      </p>
      <LazyMarkdown text={operation.description ?? ''} />
      {samples.length > 0 && (
        <section>
          <h4>{t('代码示例')}</h4>
          <Samples samples={samples} />
        </section>
      )}
      <Parameters document={document} entry={entry} />
      {sent && <Content document={document} title={t('请求体')} media={sent} isSent />}
      {answered && <Content document={document} title={t('响应')} media={answered} />}
      <Refusals document={document} entry={entry} />
    </article>
  )
}
