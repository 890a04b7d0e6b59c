import './styles/base.css'
import './consent/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsentPage } from './consent/consent-page'
import { UiProvider } from './ui'

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <ConsentPage />
      </UiProvider>
    </StrictMode>,
  )
