import '@/styles/main.css';
import { hydratePage } from './boot/hydrate';

hydratePage().catch((error: unknown) => console.error('The page stays as it was sent', error));
