import { type DocumentedApi, openDocsContract } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import { useState } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { t } from '../../../ui/texts.ts'
import { ApiReader } from './api-reader.tsx'
import { useApiDocument } from './use-api-document.ts'
import './open-docs.css'

const names: Readonly<Record<DocumentedApi, string>> = { console: t('控制台接口'), portal: t('门户接口') }
const options = Object.entries(names).map(([value, label]) => ({ value: value as DocumentedApi, label }))

/** The product's own API, for developers. What an application may call stands beside the application. */
export const OpenDocsPage = () => {
  const [api, setApi] = useState<DocumentedApi>('console')
  return (
    <section className="docs-card" aria-label={t('接口文档')}>
      <div className="docs-head">
        <h2>{t('接口文档')}</h2>
        <Segments label={t('接口范围')} options={options} value={api} onChange={setApi} />
        <p>{t('应用可调用的开放接口及签名代码，见“应用”详情中的“文档”。')}</p>
      </div>
      <ReadState read={useApiDocument(openDocsContract.product, { query: { api } })}>
        {(document) => <ApiReader key={document.info.title} document={document} name={`atrium-${api}`} hint="" />}
      </ReadState>
    </section>
  )
}
