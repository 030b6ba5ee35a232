import { type RequestTab, requestTabs, toRequestTab } from '../../features/open/portal-apps/app-request-tabs.tsx'
import { usePageSearch } from '../../kernel/page/page-context.ts'
import { PlainTabs } from '../../ui/plain-tabs.tsx'
import { t } from '../../ui/texts.ts'

const tabs = Object.entries(requestTabs).map(([key, { text }]) => ({ key: key as RequestTab, text }))

/** Applications to ask for, the user's requests, and those that they decide on. */
export const RequestsPage = () => {
  const [search, go] = usePageSearch()
  const active = toRequestTab(search.get('tab')) ?? 'requestable'
  const { View } = requestTabs[active]
  return (
    <PlainTabs label={t('应用申请')} tabs={tabs} active={active} onSelect={(tab) => go({ tab }, { replace: true })}>
      <View />
    </PlainTabs>
  )
}
