import './widgets.css'
import { useDocumentTitle } from '../../kernel/page/use-document-title.ts'
import { KitProvider } from '../../ui/kit-provider.tsx'
import { cspNonce } from '../csp-nonce.ts'
import { usePreferences } from '../preferences.ts'
import { RichTextWidgets } from './rich-text-widgets.tsx'

/** The widgets of the kit with their states, for developers. */
export const WidgetsPage = () => {
  const { dark } = usePreferences()
  useDocumentTitle('组件', 'Atrium')
  return (
    <KitProvider dark={dark} accent={null} nonce={cspNonce}>
      <main className="widgets">
        <h1>组件</h1>
        <RichTextWidgets />
      </main>
    </KitProvider>
  )
}
