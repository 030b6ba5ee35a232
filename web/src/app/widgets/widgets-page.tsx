import { t } from '../../ui/texts.ts'
import './widgets.css'
import { useDocumentTitle } from '../../kernel/page/use-document-title.ts'
import { cspNonce } from '../../shared/entry/csp-nonce.ts'
import { usePreferences } from '../../shared/entry/preferences.ts'
import { KitProvider } from '../../ui/kit-provider.tsx'
import { DrawerWidgets } from './drawer-widgets.tsx'
import { JsonWidgets } from './json-widgets.tsx'
import { RichTextWidgets } from './rich-text-widgets.tsx'
import { SearchWidgets } from './search-widgets.tsx'
import { SignInWidgets } from './sign-in-widgets.tsx'
import { TableWidgets } from './table-widgets.tsx'

/** The widgets of the kit with their states, for developers. */
export const WidgetsPage = () => {
  const { dark } = usePreferences()
  useDocumentTitle(t('组件'), 'Atrium')
  return (
    <KitProvider dark={dark} accent={null} nonce={cspNonce}>
      <main className="widgets">
        <h1>{t('组件')}</h1>
        <DrawerWidgets />
        <RichTextWidgets />
        <JsonWidgets />
        <SignInWidgets />
        <SearchWidgets />
        <TableWidgets />
      </main>
    </KitProvider>
  )
}
