import { LanguageSelect } from './language-select.tsx'

type Site = { copyright?: string | undefined; icp?: string | undefined }

/** Copyright, registration number and languages of the site, at the foot of its pages without a session. */
export const SiteFooter = ({ site, className }: { site: Site | undefined; className: string }) => (
  <footer className={className}>
    {site?.copyright && <span>{site.copyright}</span>}
    {site?.icp && (
      <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
        {site.icp}
      </a>
    )}
    <LanguageSelect />
  </footer>
)
