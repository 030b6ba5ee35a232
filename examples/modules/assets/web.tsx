import { defineWebModule } from '@atrium/kit/web'

export const web = defineWebModule({
  views: { 'assets/list': async () => (await import('./assets-page.tsx')).AssetsPage },
})
