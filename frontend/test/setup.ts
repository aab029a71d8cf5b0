import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';

// Timeout of waits. The default of 1 s is too short on a busy machine that still imports a part of the page.
configure({ asyncUtilTimeout: 20_000 });
