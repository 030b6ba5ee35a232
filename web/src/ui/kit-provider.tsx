import './kit.css'
import 'dayjs/locale/zh-cn'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import { type ReactNode, useMemo } from 'react'
import type { Accent } from './accent.ts'
import { isChinese } from './texts.ts'
import { kitTheme } from './theme.ts'
import { useMedia } from './use-media.ts'

// In any other language the kit speaks English.
if (isChinese) dayjs.locale('zh-cn')

type Props = { dark: boolean; accent: Accent; nonce: string | undefined; children: ReactNode }

/** Provides the kit with the product's colours and language. */
export const KitProvider = ({ dark, accent, nonce, children }: Props) => {
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => kitTheme({ dark, reducedMotion, accent }), [dark, reducedMotion, accent])
  return (
    <ConfigProvider
      theme={theme}
      {...(isChinese && { locale: zhCN })}
      // Keeps two-character labels together: 查询, not 查 询.
      button={{ autoInsertSpace: false }}
      {...(nonce ? { csp: { nonce } } : {})}
    >
      {children}
    </ConfigProvider>
  )
}
