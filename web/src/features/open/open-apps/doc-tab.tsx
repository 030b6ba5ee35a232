import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { appDocContract } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { ApiReader } from '../../../shared/open-docs/api-reader.tsx'
import { useApiDocument } from '../../../shared/open-docs/use-api-document.ts'

/** What the application may call now, with samples of code that sign. */
export const DocTab = ({ app }: { app: OpenAppRow }) => (
  <ReadState read={useApiDocument(appDocContract.document, { params: { id: app.id } })}>
    {(document) => (
      <ApiReader
        document={document}
        name={app.name}
        hint="请先在“接口”中添加授权；未生效、已到期或负责人无权限的接口不在文档中。"
      />
    )}
  </ReadState>
)
