import { Download } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { saveText } from '../../../ui/save-file.ts'
import { SearchInput } from '../../../ui/search-input.tsx'
import { t } from '../../../ui/texts.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { type ApiDocument, type Entry, type Group, listGroups } from './api-document.ts'
import { GroupCards } from './group-cards.tsx'
import { LazyMarkdown } from './lazy-markdown.tsx'
import { OperationList } from './operation-list.tsx'
import { OperationView } from './operation-view.tsx'
import './api-reader.css'

const fewGroups = 5
type Props = {
  document: ApiDocument
  /** Of the downloaded file, without its ending. */
  name: string
  /** What to do if there is nothing to read. */
  hint: string
  /** A form that calls an operation. */
  trial?: (entry: Entry) => ReactNode
}

const Introduction = ({ document }: { document: ApiDocument }) => (
  <article className="api-operation" aria-label={t('调用说明')}>
    <h3>{t('调用说明')}</h3>
    <LazyMarkdown text={document.info.description} />
  </article>
)

type DetailProps = Required<Pick<Props, 'trial'>> & { document: ApiDocument; entry: Entry }
const WithTrial = ({ document, entry, trial }: DetailProps) => {
  const [tab, setTab] = useState<'text' | 'trial'>('text')
  return (
    <PlainTabs
      label={entry.operation.summary}
      tabs={[
        { key: 'text', text: t('说明') },
        { key: 'trial', text: t('调试', { context: 'try' }) },
      ]}
      active={tab}
      onSelect={setTab}
    >
      {tab === 'text' ? <OperationView document={document} entry={entry} /> : trial(entry)}
    </PlainTabs>
  )
}

/** Reads an OpenAPI document: operations by group with a search, and one of them in detail. */
export const ApiReader = ({ document, name, hint, trial }: Props) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Entry>()
  const search = useDebounced(typed)
  const all = useMemo(() => listGroups(document, ''), [document])
  const groups = useMemo(() => listGroups(document, search), [document, search])
  const group = all.find(({ entries }) => entries.some(({ operation }) => operation === chosen?.operation))
  const openGroup = ({ entries: [first] }: Group) => setChosen(first)
  if (all.length === 0) return <Empty title={t('暂无可调用的接口')} hint={hint} />
  return (
    <div className={chosen ? 'api-reader api-reader-chosen' : 'api-reader'}>
      <div className="api-side">
        <div className="api-tools">
          <SearchInput
            value={typed}
            onChange={setTyped}
            maxLength={64}
            placeholder={t('名称、路径')}
            aria-label={t('搜索接口')}
          />
          <Button
            icon={<Download aria-hidden size={16} />}
            aria-label={t('下载 OpenAPI 文件')}
            title={t('下载 OpenAPI 文件')}
            onClick={() => saveText(`${name}.openapi.json`, JSON.stringify(document, undefined, 2))}
          />
        </div>
        {groups.length === 0 ? (
          <Empty title={t('没有符合条件的接口')} />
        ) : (
          <OperationList
            groups={groups}
            isOpen={search !== '' || all.length <= fewGroups}
            chosen={chosen?.operation.operationId}
            onChoose={setChosen}
          />
        )}
      </div>
      <div className="api-detail">
        {chosen ? (
          <>
            <div className="api-back">
              <Button look="link" onClick={() => setChosen(undefined)}>
                {t('返回调用说明')}
              </Button>
            </div>
            {trial ? (
              <WithTrial key={chosen.operation.operationId} document={document} entry={chosen} trial={trial} />
            ) : (
              <OperationView key={chosen.operation.operationId} document={document} entry={chosen} />
            )}
            <LazyMarkdown text={group?.description ?? ''} />
          </>
        ) : (
          <>
            <Introduction document={document} />
            {all.length > fewGroups && <GroupCards groups={all} onChoose={setChosen} onOpen={openGroup} />}
          </>
        )}
      </div>
    </div>
  )
}
