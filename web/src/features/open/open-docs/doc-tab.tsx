import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { appDocContract } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import { tryCallContract } from '@atrium/contract/features/open/open-docs/try-call.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { t } from '../../../ui/texts.ts'
import { ApiReader } from './api-reader.tsx'
import { TryApi } from './try-api.tsx'
import { useApiDocument } from './use-api-document.ts'

/** What the application may call now, with samples of code that sign, and a form that calls it. */
export const DocTab = ({ app }: { app: OpenAppRow }) => {
  const canTry = useCan(tryCallContract.tryCall)
  return (
    <ReadState read={useApiDocument(appDocContract.document, { params: { id: app.id } })}>
      {(document) => (
        <ApiReader
          document={document}
          name={app.name}
          hint={t('请先在“接口”中添加授权；未生效、已到期或负责人无权限的接口不在文档中。')}
          {...(canTry && { trial: (entry) => <TryApi app={app} document={document} entry={entry} /> })}
        />
      )}
    </ReadState>
  )
}
