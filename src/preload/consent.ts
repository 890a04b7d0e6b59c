import { contextBridge, ipcRenderer } from 'electron'
import type { ConsentBridge } from '../shared/ipc/bridge'

const callChannel = 'glovebox:call'

const bridge: ConsentBridge = { call: (name, input) => ipcRenderer.invoke(callChannel, { name, input }) }

contextBridge.exposeInMainWorld('gloveboxConsent', bridge)
