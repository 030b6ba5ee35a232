import './home.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SignIns } from './sign-ins.tsx'
import { Welcome } from './welcome.tsx'

type QuickEntry = { path: string; title: string; icon: ReactNode }

type HomePageProps = {
  entries: readonly QuickEntry[]
  /** What waits for an answer. */
  notice: ReactNode
  /** Whether it is one's own company: of one's account nothing is told in another one. */
  isOwn: boolean
}

/** The workbench: a greeting, the way to one's pages, and where one's account was used. */
export const HomePage = ({ entries, notice, isOwn }: HomePageProps) => (
  <div className="home">
    <Welcome />
    {notice}
    <section className="home-card" aria-labelledby="home-entries">
      <h2 id="home-entries">快捷入口</h2>
      {entries.length === 0 ? (
        <p className="home-note">还没有可以打开的菜单，请联系管理员授权</p>
      ) : (
        <ul className="home-entries">
          {entries.map(({ path, title, icon }) => (
            <li key={path}>
              <Link className="home-entry" to={path}>
                <span className="home-entry-icon">{icon}</span>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
    {isOwn && (
      <section className="home-card" aria-labelledby="home-sign-ins">
        <h2 id="home-sign-ins">最近登录</h2>
        <SignIns />
      </section>
    )}
  </div>
)
