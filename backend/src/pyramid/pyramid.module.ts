import { Module } from '@nestjs/common';
import { PyramidController } from './pyramid.controller.js';
import { PyramidService } from './pyramid.service.js';

@Module({ controllers: [PyramidController], providers: [PyramidService] })
export class PyramidModule {}
